# SPDX-License-Identifier: GPL-3.0-or-later
"""Builds the wheel: CMake compiles the module (preset `wheel`), setuptools packs it. HEARSAY_PYTHON_MODULE names one that is compiled already."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent.parent
SCRATCH = pathlib.Path(os.environ.get("HEARSAY_WHEEL_FOLDER", ROOT / "build" / "wheel" / "pack"))


class CMakeExtension(build_ext):
    def build_extension(self, ext):
        module = os.environ.get("HEARSAY_PYTHON_MODULE") or self.compiled()
        target = pathlib.Path(self.get_ext_fullpath(ext.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(module, target)

    @staticmethod
    def compiled():
        subprocess.run(["cmake", "--preset", "wheel", f"-DHEARSAY_PYTHON_PROGRAM={sys.executable}"], cwd=ROOT, check=True)
        subprocess.run(["cmake", "--build", "--preset", "wheel", "--target", "hearsay_python"], cwd=ROOT, check=True)
        (module,) = (ROOT / "build" / "wheel" / "python" / "package" / "hearsay").glob("_hearsay.*.so")
        return module


SCRATCH.mkdir(parents=True, exist_ok=True)
setup(
    version=re.search(r"project\(hearsay VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text())[1],
    ext_modules=[Extension("hearsay._hearsay", sources=[])],
    cmdclass={"build_ext": CMakeExtension},
    options={"build": {"build_base": str(SCRATCH)}, "egg_info": {"egg_base": str(SCRATCH)}},
)
