/**
 * Rejected records: stored by {@link dev.mongohaul.reject.RejectStore}, limited by {@link
 * dev.mongohaul.reject.RejectLimit}, exported by {@link dev.mongohaul.reject.RejectExport}. Imports {@code csv}, {@code
 * text} and {@code mongo}.
 */
@NullMarked
package dev.mongohaul.reject;

import org.jspecify.annotations.NullMarked;
