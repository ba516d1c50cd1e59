#ifndef C_ALLOCATION_COUNTER_H
#define C_ALLOCATION_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

/// Whether this build counts: on glibc and without a sanitizer, which needs malloc for itself.
bool CAllocationCounter_isAvailable(void);

/// Starts, or starts again, to count the blocks that the calling thread asks the heap for.
void CAllocationCounter_start(void);

/// Stops counting on the calling thread.
///
/// Returns the blocks allocated, reallocated ones included, since the start.
uint64_t CAllocationCounter_stop(void);

#endif
