#pragma once
#include <pulse/pulseaudio.h>

// Flag sets, which Swift imports as enumerations that cannot be combined.

static const pa_context_flags_t CPulse_context_flags = PA_CONTEXT_NOAUTOSPAWN;
static const pa_stream_flags_t CPulse_stream_flags =
    PA_STREAM_ADJUST_LATENCY | PA_STREAM_AUTO_TIMING_UPDATE | PA_STREAM_INTERPOLATE_TIMING;
static const pa_stream_flags_t CPulse_stays_at_device_flags =
    PA_STREAM_ADJUST_LATENCY | PA_STREAM_AUTO_TIMING_UPDATE | PA_STREAM_INTERPOLATE_TIMING | PA_STREAM_DONT_MOVE;
