/** What mongohaul relies on in servers, for each version and deployment that it supports. */
@NullMarked
package dev.mongohaul.mongo.contract;

import org.jspecify.annotations.NullMarked;
