/**
 * Plans of imports: {@link dev.mongohaul.repository.plan.ImportPlan} is one document for each import. Its nested
 * documents are types of this package.
 */
@NullMarked
package dev.mongohaul.repository.plan;

import org.jspecify.annotations.NullMarked;
