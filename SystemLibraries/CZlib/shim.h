#pragma once

#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <zlib.h>

// Raw DEFLATE in one call. Returns the length written, or -1 when it does not fit or memory is short.
static inline ptrdiff_t pttmesh_deflate(const uint8_t *source, size_t length, uint8_t *target, size_t capacity) {
    if (length > UINT_MAX || capacity > UINT_MAX) return -1;
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    if (deflateInit2(&stream, 5, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY) != Z_OK) return -1;
    stream.next_in = (Bytef *)source;
    stream.avail_in = (uInt)length;
    stream.next_out = target;
    stream.avail_out = (uInt)capacity;
    int status = deflate(&stream, Z_FINISH);
    ptrdiff_t written = (ptrdiff_t)(capacity - stream.avail_out);
    deflateEnd(&stream);
    return status == Z_STREAM_END ? written : -1;
}

// Raw INFLATE in one call. Returns the length written, which is the whole capacity when the stream goes on beyond it,
// or -1 when the bytes are no DEFLATE stream, end within it, or memory is short.
static inline ptrdiff_t pttmesh_inflate(const uint8_t *source, size_t length, uint8_t *target, size_t capacity) {
    if (length > UINT_MAX || capacity > UINT_MAX) return -1;
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    if (inflateInit2(&stream, -15) != Z_OK) return -1;
    stream.next_in = (Bytef *)source;
    stream.avail_in = (uInt)length;
    stream.next_out = target;
    stream.avail_out = (uInt)capacity;
    int status = inflate(&stream, Z_FINISH);
    ptrdiff_t written = (ptrdiff_t)(capacity - stream.avail_out);
    inflateEnd(&stream);
    if (status == Z_STREAM_END) return written;
    return stream.avail_out == 0 && status == Z_BUF_ERROR ? (ptrdiff_t)capacity : -1;
}
