#pragma once
#include <alsa/asoundlib.h>

// The handler is variadic, which Swift cannot write.

static void CALSA_ignore(const char *file, int line, const char *function, int error, const char *format, ...) {
    (void)file, (void)line, (void)function, (void)error, (void)format;
}

static inline void CALSA_be_quiet(void) {
    snd_lib_error_set_handler(CALSA_ignore);
}
