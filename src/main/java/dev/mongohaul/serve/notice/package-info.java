/**
 * Tells the outside what became of slots, by a webhook. Entry is {@link dev.mongohaul.serve.notice.NoticeConfiguration}. Part of
 * {@code serve}, and imports what it may.
 */
@NullMarked
package dev.mongohaul.serve.notice;

import org.jspecify.annotations.NullMarked;
