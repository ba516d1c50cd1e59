#pragma once
#include <speex/speex_jitter.h>
