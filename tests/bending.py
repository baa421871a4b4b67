"""Runs the command line on an engine with one line of it changed: `python bending.py CHAPTER OLD NEW -- ARGUMENTS`."""

import importlib.util
import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import ModuleType


class Bent(MetaPathFinder):
    """Finds one module and changes a piece of its source before it runs; the piece has to be there just once."""

    def __init__(self, module: str, old: str, new: str) -> None:
        self.module, self.old, self.new = module, old, new

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if name != self.module:
            return None
        found = PathFinder.find_spec(name, path)
        assert found is not None
        assert isinstance(found.loader, SourceFileLoader)
        return importlib.util.spec_from_loader(name, BentLoader(found.loader, self), origin=found.origin)


class BentLoader(Loader):
    def __init__(self, inner: SourceFileLoader, bent: Bent) -> None:
        self.inner, self.bent = inner, bent

    def exec_module(self, module: ModuleType) -> None:
        source = self.inner.get_data(self.inner.path).decode()
        assert source.count(self.bent.old) == 1, f"{source.count(self.bent.old)} times in it: {self.bent.old}"
        exec(compile(source.replace(self.bent.old, self.bent.new), self.inner.path, "exec"), module.__dict__)


def main() -> None:
    module, old, new, _, *arguments = sys.argv[1:]
    sys.meta_path.insert(0, Bent(f"ruleproof.engine.ostium.{module}", old, new))
    from ruleproof.conformance.main import main as run

    sys.argv = ["ruleproof", *arguments]
    run()


if __name__ == "__main__":
    main()
