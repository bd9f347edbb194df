package dev.mongohaul.job.file.setting;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Describes a key of the job file where it is kept: on a record's component. Reading, the JSON schema and the table of
 * settings follow it.
 *
 * <p>The key is the component's name in lower case with hyphens. A component without a default is required, unless it
 * is {@code @Nullable} or a record of settings itself.
 */
@Documented
@Target(ElementType.RECORD_COMPONENT)
@Retention(RetentionPolicy.RUNTIME)
public @interface Setting {

    /** The default of a count that is twice the number of this machine's cores. */
    String TWICE_THE_CORES = "2 × cores";

    /** What the key means, for people: the text of the schema and of the table. */
    String value();

    /** The key, where it cannot be the component's name. */
    String key() default "";

    /** The value where the key is absent, written as in the file. */
    String defaultValue() default "";

    /** The smallest value of a count; the record itself checks it. */
    int min() default 0;

    /** The largest value of a count; the record itself checks it. */
    int max() default Integer.MAX_VALUE;

    /** What a text must match; the record itself checks it. */
    String pattern() default "";

    /** Whether a text is a path, relative to the place where it was written. */
    boolean path() default false;

    /** What the keys of a map are, where a component is one. */
    String mapKey() default "key";
}
