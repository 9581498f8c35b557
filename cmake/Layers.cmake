# Layering: enforces which libraries may include headers of which others.

# With ZYN_CHECK_LAYERS, including a header whose library is not in LINK_LIBS is
# an error. This uses Clang's check of declared module uses, with textual
# headers. It is disabled by default, since a new header changes the module maps
# and therefore rebuilds everything.
set(zyn_layering_options "")
if(ZYN_CHECK_LAYERS)
  set(zyn_layering_options -fmodules-decluse)
endif()

# zyn_declare_layer(NAME [LINK_LIBS library...])
#
# Declares that the headers of NAME are those in this folder and in the
# corresponding folder of include/Zyn, which for lib/CAPI is include/Zyn-c. Its
# sources may include these headers and those of LINK_LIBS.
function(zyn_declare_layer name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LINK_LIBS")
  cmake_path(RELATIVE_PATH CMAKE_CURRENT_SOURCE_DIR
             BASE_DIRECTORY ${CMAKE_SOURCE_DIR}/lib OUTPUT_VARIABLE folder)
  set(public Zyn/${folder})
  if(folder STREQUAL "CAPI")
    set(public Zyn-c)
  endif()
  file(GLOB headers CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/lib/${folder}/*.h
       ${CMAKE_SOURCE_DIR}/include/${public}/*.h)
  set_property(GLOBAL APPEND PROPERTY ZYN_LAYERS ${name})
  set_property(GLOBAL PROPERTY ZYN_LAYER_HEADERS_${name} "${headers}")
  set_property(GLOBAL PROPERTY ZYN_LAYER_USES_${name} "${arg_LINK_LIBS}")
endfunction()

# zyn_write_layers()
#
# Writes a module map for each layer, with the headers of all layers and the
# uses of this one.
function(zyn_write_layers)
  get_property(layers GLOBAL PROPERTY ZYN_LAYERS)
  foreach(layer ${layers})
    set(map "")
    foreach(other ${layers})
      string(APPEND map "module ${other} {\n")
      get_property(headers GLOBAL PROPERTY ZYN_LAYER_HEADERS_${other})
      foreach(header ${headers})
        string(APPEND map "  textual header \"${header}\"\n")
      endforeach()
      if(other STREQUAL layer)
        get_property(uses GLOBAL PROPERTY ZYN_LAYER_USES_${layer})
        foreach(used ${uses})
          if(NOT used IN_LIST layers)
            message(FATAL_ERROR "${layer} links ${used}, which is not a library of Zyn")
          endif()
          string(APPEND map "  use ${used}\n")
        endforeach()
      endif()
      string(APPEND map "}\n")
    endforeach()
    file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/layers/${layer}.modulemap
         CONTENT "${map}")
  endforeach()
endfunction()

# zyn_enforce_layer(TARGET)
function(zyn_enforce_layer name)
  if(zyn_layering_options)
    target_compile_options(${name} PRIVATE ${zyn_layering_options}
      -fmodule-name=${name}
      -fmodule-map-file=${CMAKE_BINARY_DIR}/layers/${name}.modulemap)
  endif()
endfunction()

# zyn_add_header_checks()
#
# Adds ZynHeaderChecks, which compiles each header on its own, to check that it
# includes what it uses. Public headers are compiled without precompiled
# headers, since users have none, which takes twice as long. Not part of
# `all`.
function(zyn_add_header_checks)
  get_property(layers GLOBAL PROPERTY ZYN_LAYERS)
  add_custom_target(ZynHeaderChecks)
  foreach(layer ${layers})
    get_property(headers GLOBAL PROPERTY ZYN_LAYER_HEADERS_${layer})
    set(sources "")
    foreach(header ${headers})
      cmake_path(RELATIVE_PATH header BASE_DIRECTORY ${CMAKE_SOURCE_DIR}
                 OUTPUT_VARIABLE name)
      set(source ${CMAKE_BINARY_DIR}/header-checks/${name}.cpp)
      file(CONFIGURE OUTPUT ${source} CONTENT "#include \"${header}\"\n")
      list(APPEND sources ${source})
      if(name MATCHES "^include/")
        set_source_files_properties(${source} PROPERTIES
          SKIP_PRECOMPILE_HEADERS ON)
      endif()
    endforeach()
    if(sources)
      add_library(${layer}HeaderChecks OBJECT EXCLUDE_FROM_ALL ${sources})
      zyn_set_compile_options(${layer}HeaderChecks)
      # Headers declare functions that they do not use themselves.
      target_compile_options(${layer}HeaderChecks PRIVATE -Wno-unused
        ${zyn_layering_options})
      target_precompile_headers(${layer}HeaderChecks
        REUSE_FROM ZynPrecompiled)
      add_dependencies(${layer}HeaderChecks zyn-headers)
      add_dependencies(ZynHeaderChecks ${layer}HeaderChecks)
    endif()
  endforeach()
endfunction()
