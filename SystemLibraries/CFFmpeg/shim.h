#pragma once
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/channel_layout.h>
#include <libavutil/opt.h>

// Macros that Swift does not import.

static const int CFFmpeg_error_end = AVERROR_EOF;
static const int CFFmpeg_error_again = AVERROR(EAGAIN);
static const int CFFmpeg_error_io = AVERROR(EIO);
static const int CFFmpeg_error_exit = AVERROR_EXIT;
static const int64_t CFFmpeg_no_timestamp = AV_NOPTS_VALUE;

static inline void CFFmpeg_set_mono(AVChannelLayout *layout) {
    av_channel_layout_default(layout, 1);
}
