# SPDX-License-Identifier: GPL-3.0-or-later
# `cpack` in a build makes Debian packages of what `cmake --install` writes: hearsay (component program), libhearsay-dev (development and audit) and, if the
# module is built, python3-hearsay (python). ./run package builds what they hold (preset package) and tries them; docs/packages.md.
set(HEARSAY_MAINTAINER "The hearsay contributors <hearsay@localhost>" CACHE STRING "who answers for the packages: Name <address>; by default nobody")
set(debian ${CMAKE_CURRENT_LIST_DIR}/debian)
set(made ${PROJECT_BINARY_DIR}/debian)

# Every package carries its license and two changelogs, the project's and the package's.
string(TIMESTAMP HEARSAY_PACKAGED "%a, %d %b %Y %H:%M:%S +0000" UTC)  # SOURCE_DATE_EPOCH, if it is set
configure_file(${debian}/changelog.in ${made}/changelog.Debian @ONLY)
configure_file(${PROJECT_SOURCE_DIR}/CHANGELOG.md ${made}/changelog COPYONLY)
execute_process(COMMAND gzip -9nf ${made}/changelog.Debian ${made}/changelog COMMAND_ERROR_IS_FATAL ANY)
function(hearsay_package_papers package component)
  install(FILES ${debian}/copyright ${made}/changelog.Debian.gz ${made}/changelog.gz DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package} COMPONENT ${component})
endfunction()
hearsay_package_papers(hearsay program)
hearsay_package_papers(libhearsay-dev development)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME hearsay)
set(CPACK_PACKAGE_CONTACT ${HEARSAY_MAINTAINER})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_PRE_BUILD_SCRIPTS ${debian}/compress_manuals.cmake)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_COMPONENTS_ALL program development audit)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME hearsay)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS "python3")  # the checker of certificates
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "gnuplot-nox, nodejs, python3-hearsay")

set(CPACK_DEBIAN_PROGRAM_DESCRIPTION "What do curious participants of gossip averaging, rumor spreading, token walks
and decentralized learning learn about the others? The program computes it by
published formulas and exactly, audits whole networks, attacks programs, and
returns a verdict on each claim of four papers.")

set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libhearsay-dev)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS "libboost-dev, libeigen3-dev, libfftw3-dev, libflint-arb-dev, libflint-dev, libfmt-dev, libgmp-dev, libigraph-dev, \
libopenblas-serial-dev | libopenblas-dev, librandom123-dev, librapidcheck-dev, libtbb-dev, libxml2-dev, nlohmann-json3-dev, zlib1g-dev")
set(CPACK_DEBIAN_LIBRARY_DESCRIPTION "The C++ library: protocols, privacy accountants and exact oracles, static, with
headers and a CMake package of the targets hearsay::hearsay and hearsay::audit.")

if(HEARSAY_PYTHON)
  list(APPEND CPACK_COMPONENTS_ALL python)
  hearsay_package_papers(python3-hearsay python)
  string(REGEX MATCH "^3\\.([0-9]+)" python ${HEARSAY_PYTHON_VERSION})
  math(EXPR next "${CMAKE_MATCH_1} + 1")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-hearsay)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS ON)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3 (>= ${python}~), python3 (<< 3.${next}), python3-numpy, python3-scipy")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS "python3-networkx")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "python3-hypothesis, python3-matplotlib")
  set(CPACK_DEBIAN_PYTHON_DESCRIPTION "The Python module: accountants, attacks, claims and verdicts, for graphs of
networkx and arrays of numpy. The numbers are those of the program, to the bit.")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA "${debian}/postinst;${debian}/prerm")
endif()

include(CPack)
cpack_add_component_group(program)
cpack_add_component_group(library)
cpack_add_component_group(python)
cpack_add_component(program GROUP program)
cpack_add_component(development GROUP library)
cpack_add_component(audit GROUP library)
cpack_add_component(python GROUP python)
