"""No modules import one another in a circle, not even for types or inside a function."""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter

import grimp
import pytest


def test_no_modules_import_one_another() -> None:
    graph = grimp.build_graph("towergames", exclude_type_checking_imports=False)
    arrows = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    try:
        TopologicalSorter(arrows).prepare()
    except CycleError as error:
        pytest.fail("a circle of imports: " + " > ".join(error.args[1]))
