/**
 * YAML text to {@link dev.mongohaul.job.file.yaml.Node}s that know where they were written, by way of
 * {@link dev.mongohaul.job.file.yaml.YamlReader}. Imports
 * {@code job.file.setting}.
 */
@NullMarked
package dev.mongohaul.job.file.yaml;

import org.jspecify.annotations.NullMarked;
