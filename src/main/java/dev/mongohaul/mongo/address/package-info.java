/** Addresses of servers, and the passwords and files that they name. */
@NullMarked
package dev.mongohaul.mongo.address;

import org.jspecify.annotations.NullMarked;
