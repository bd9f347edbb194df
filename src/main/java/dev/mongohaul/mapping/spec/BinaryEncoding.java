package dev.mongohaul.mapping.spec;

/** Encoding of the bytes of a {@link FieldType#BINARY}. */
public enum BinaryEncoding {
    /** Base64 of RFC 4648 with its padding. */
    BASE64,
    /** Two hexadecimal digits a byte. */
    HEX
}
