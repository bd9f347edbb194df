package dev.mongohaul.compare.suite;

import dev.mongohaul.job.file.form.CountForm;
import dev.mongohaul.job.file.form.FlagForm;
import dev.mongohaul.job.file.form.Form;
import dev.mongohaul.job.file.form.ListForm;
import dev.mongohaul.job.file.form.ParsedForm;
import dev.mongohaul.job.file.form.RecordForm;
import dev.mongohaul.job.file.form.Schemas;
import dev.mongohaul.job.file.form.TextForm;
import dev.mongohaul.job.file.form.WordForm;
import dev.mongohaul.job.file.setting.Setting;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.Map;

/** How what stands in a suite's file is read. */
final class SuiteForms {

    private static final ParsedForm<Duration> MILLISECONDS = new ParsedForm<>(
            "a number of milliseconds, such as 16ms",
            SuiteForms::milliseconds,
            value -> value.toMillis() + "ms",
            () -> Schemas.text("[0-9]{1,6}ms"));

    static final RecordForm<SuiteFile> FILE = new RecordForm<>(SuiteFile.class, SuiteForms::form);
    static final RecordForm<Conditions> CONDITIONS = new RecordForm<>(Conditions.class, SuiteForms::form);

    private SuiteForms() {}

    private static Form<?> form(Type type, Setting setting) {
        if (type instanceof ParameterizedType generic) {
            BlockForm block = new BlockForm(setting.mapKey());
            return generic.getRawType() == Map.class ? block : new ListForm<>(block);
        }
        if (type == Duration.class) {
            return MILLISECONDS;
        }
        if (type == Shard.class) {
            return new RecordForm<>(Shard.class, SuiteForms::form);
        }
        if (type == Boolean.class) {
            return new FlagForm();
        }
        if (type == Sequence.class) {
            return WordForm.of(Sequence.class);
        }
        return type == Integer.class ? new CountForm(setting.min(), setting.max()) : new TextForm(setting.pattern());
    }

    private static Duration milliseconds(String text) {
        if (!text.matches("[0-9]{1,6}ms")) {
            throw new IllegalArgumentException("no milliseconds");
        }
        return Duration.ofMillis(Long.parseLong(text.substring(0, text.length() - 2)));
    }
}
