#pragma once
#include <sqlite3.h>

// The destructor that means "copy it" is a cast that Swift cannot write, and sqlite3_db_config is variadic.

static inline int CSQLite_bind_text(sqlite3_stmt *statement, int index, const char *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_text64(statement, index, count ? bytes : "", count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int CSQLite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
    return count ? sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT)
                 : sqlite3_bind_zeroblob(statement, index, 0);
}

/// The file may be hostile: its schema runs no functions of ours, and no statement may write to SQLite's own tables.
static inline int CSQLite_distrust(sqlite3 *database) {
    int result = sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
    if (result != SQLITE_OK) return result;
    return sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
}
