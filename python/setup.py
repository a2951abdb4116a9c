"""The wheel carries what plays the games: the built package for Node that lies around this folder, and what that needs."""

import json
import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent.parent

# ONNX Runtime in WebAssembly, to train with: of its package only what Node loads. A clone has it; where npm has installed
# tabletop-gym it is missing, and `tabletop doctor --install` brings an engine.
ENGINE = {
    "onnxruntime-web": ["dist/ort.node.min.js", "dist/ort-wasm-simd-threaded.mjs", "dist/ort-wasm-simd-threaded.wasm"],
    "onnxruntime-common": ["dist/cjs"],
}
# Of the packages nothing reads these at run time: types, sources, what is for browsers alone.
UNUSED = shutil.ignore_patterns(
    "*.d.ts", "*.d.mts", "*.d.cts", "*.map", "*.min.js", "src", "coverage", "browser.js", "esm"
)


def built_package() -> dict:
    """What package.json around this folder says."""
    try:
        package = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    except OSError:
        package = {}
    if package.get("name") != "tabletop-gym":
        raise SystemExit("tabletop-gym: a wheel is made in its clone: `npm ci`, then `pip install ./python` there")
    if not (ROOT / "dist/cli/main.js").is_file():
        raise SystemExit("tabletop-gym: this clone is not built yet: run `npm ci` in it first")
    return package


def installed(name: str) -> Path | None:
    """The folder of a package that npm has installed, here or above."""
    for folder in [ROOT, *ROOT.parents]:
        if (found := folder / "node_modules" / name / "package.json").is_file():
            return found.parent
    return None


class BuildWithBundle(build_py):
    """Adds `tabletop_gym/bundle`; an editable install uses the clone itself."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            self.bundle(Path(self.build_lib) / "tabletop_gym/bundle")

    def bundle(self, to: Path) -> None:
        package = built_package()
        shutil.rmtree(to, ignore_errors=True)
        shutil.copytree(ROOT / "dist", to / "dist", ignore=shutil.ignore_patterns("*.d.ts", "*.d.mts"))
        # `tabletop new` writes a game that begins as that one.
        for name in ("package.json", "LICENSE", "docs/examples/pig.ts"):
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, to / name)
        modules = to / "node_modules"
        for name in package["dependencies"]:
            source = installed(name)
            if source is None:
                raise SystemExit(f"tabletop-gym: {name} is missing in node_modules: run `npm ci` first")
            shutil.copytree(source, modules / name, ignore=UNUSED)
        for name, parts in ENGINE.items():
            source = installed(name)
            for part in ["package.json", *parts] if source else []:
                to_part = modules / name / part
                to_part.parent.mkdir(parents=True, exist_ok=True)
                if (source / part).is_dir():
                    shutil.copytree(source / part, to_part, ignore=UNUSED)
                else:
                    shutil.copy(source / part, to_part)


setup(cmdclass={"build_py": BuildWithBundle})
