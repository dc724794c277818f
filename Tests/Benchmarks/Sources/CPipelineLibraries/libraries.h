#pragma once
#include <cairo.h>
#include <isa-l/igzip_lib.h>
