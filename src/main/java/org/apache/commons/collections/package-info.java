/**
 * The two types of commons-collections 3 that Apache Artemis and commons-beanutils load. They replace that library, which is
 * not maintained.
 */
@NullMarked
package org.apache.commons.collections;

import org.jspecify.annotations.NullMarked;
