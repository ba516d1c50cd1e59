#pragma once
// The hash is used through libcrypto's low-level calls, which are marked as deprecated: the EVP ones allocate at every
// new message, and a node hashes every packet that it forwards.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/bio.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/objects.h>
#include <openssl/pem.h>
#include <openssl/params.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <openssl/x509.h>

/// A password callback that has no password: an encrypted PEM fails instead of asking on the terminal.
static inline int COpenSSL_no_password(char *buffer, int size, int writing, void *context) {
    (void)buffer;
    (void)size;
    (void)writing;
    (void)context;
    return -1;
}

/// Reads one unencrypted private key, SEC1 or PKCS#8, from PEM text; NULL when there is none.
static inline EVP_PKEY *COpenSSL_private_key_from_pem(const void *text, int count) {
    BIO *bio = BIO_new_mem_buf(text, count);
    if (!bio) return NULL;
    EVP_PKEY *key = PEM_read_bio_PrivateKey(bio, NULL, COpenSSL_no_password, NULL);
    BIO_free(bio);
    ERR_clear_error();
    return key;
}

/// Reads one SubjectPublicKeyInfo from PEM text; NULL when there is none.
static inline EVP_PKEY *COpenSSL_public_key_from_pem(const void *text, int count) {
    BIO *bio = BIO_new_mem_buf(text, count);
    if (!bio) return NULL;
    EVP_PKEY *key = PEM_read_bio_PUBKEY(bio, NULL, COpenSSL_no_password, NULL);
    BIO_free(bio);
    ERR_clear_error();
    return key;
}

/// A new key on P-256; NULL when the random source failed.
static inline EVP_PKEY *COpenSSL_generate_p256(void) {
    return EVP_EC_gen("P-256");
}

/// 1 when the key lies on the named curve P-256, else 0.
static inline int COpenSSL_is_on_p256(const EVP_PKEY *key) {
    char name[32];
    size_t count = 0;
    int is_named = EVP_PKEY_get_base_id(key) == EVP_PKEY_EC && EVP_PKEY_get_group_name(key, name, sizeof name, &count);
    ERR_clear_error();
    return is_named && OBJ_sn2nid(name) == NID_X9_62_prime256v1;
}

/// Reads the tag of what was just sealed: 1, or 0 on failure. Much cheaper than EVP_CIPHER_CTX_ctrl.
static inline int COpenSSL_get_tag(EVP_CIPHER_CTX *context, void *tag, size_t count) {
    OSSL_PARAM params[2] = {
        OSSL_PARAM_construct_octet_string(OSSL_CIPHER_PARAM_AEAD_TAG, tag, count), OSSL_PARAM_construct_end()};
    return EVP_CIPHER_CTX_get_params(context, params);
}

/// Starts opening under a new nonce, with the tag to expect: 1, or 0 on failure.
static inline int COpenSSL_start_opening(
    EVP_CIPHER_CTX *context, const unsigned char *nonce, const void *tag, size_t count) {
    OSSL_PARAM params[2] = {
        OSSL_PARAM_construct_octet_string(OSSL_CIPHER_PARAM_AEAD_TAG, (void *)tag, count), OSSL_PARAM_construct_end()};
    return EVP_DecryptInit_ex2(context, NULL, NULL, nonce, params);
}
