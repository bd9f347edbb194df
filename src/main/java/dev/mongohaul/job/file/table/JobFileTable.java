package dev.mongohaul.job.file.table;

import dev.mongohaul.job.file.Field;
import dev.mongohaul.job.file.Index;
import dev.mongohaul.job.file.JobFile;
import dev.mongohaul.job.file.Notify;
import dev.mongohaul.job.file.Operation;
import dev.mongohaul.job.file.Source;
import dev.mongohaul.job.file.form.CountForm;
import dev.mongohaul.job.file.form.FlagForm;
import dev.mongohaul.job.file.form.Form;
import dev.mongohaul.job.file.form.ListForm;
import dev.mongohaul.job.file.form.MapForm;
import dev.mongohaul.job.file.form.RecordForm;
import dev.mongohaul.job.file.form.SettingRow;
import dev.mongohaul.job.file.form.ShorthandForm;
import dev.mongohaul.job.file.form.TextForm;
import dev.mongohaul.job.file.form.WordForm;
import dev.mongohaul.job.file.setting.Setting;
import dev.mongohaul.mapping.spec.FieldPath;
import dev.mongohaul.mapping.spec.FieldType;
import dev.mongohaul.reject.RejectLimit;
import dev.mongohaul.writer.WriterType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.springframework.scheduling.support.CronExpression;
import org.springframework.util.unit.DataSize;

/** Every setting of a job file, found from the records' components by their types. */
public final class JobFileTable {

    private static final Map<Class<?>, Form<?>> VALUES = Map.ofEntries(
            Map.entry(Boolean.class, new FlagForm()),
            Map.entry(Charset.class, ParsedForms.CHARSET),
            Map.entry(Character.class, ParsedForms.CHARACTER),
            Map.entry(CronExpression.class, ParsedForms.CRON),
            Map.entry(DataSize.class, ParsedForms.SIZE),
            Map.entry(Duration.class, ParsedForms.DURATION),
            Map.entry(FieldPath.class, new FieldPathForm()),
            Map.entry(Source.Header.class, new HeaderForm()),
            Map.entry(Locale.class, ParsedForms.LOCALE),
            Map.entry(Notify.Factor.class, ParsedForms.FACTOR),
            Map.entry(Notify.Share.class, ParsedForms.SHARE),
            Map.entry(Object.class, new ConstantForm()),
            Map.entry(Path.class, new DirectoryForm(new PathForm())),
            Map.entry(RejectLimit.class, ParsedForms.LIMIT),
            Map.entry(WriterType.class, new WordForm<>(WriterType.ALL, WriterType::name)),
            Map.entry(ZoneId.class, ParsedForms.ZONE));

    private static final RecordForm<JobFile> FORM = new RecordForm<>(JobFile.class, JobFileTable::form);

    private JobFileTable() {}

    /** The job file as a whole. */
    public static RecordForm<JobFile> form() {
        return FORM;
    }

    /** Every setting, in the order of the records. */
    public static List<SettingRow> rows() {
        return FORM.rows();
    }

    private static Form<?> form(Type type, Setting setting) {
        return type instanceof ParameterizedType generic ? generic(generic, setting) : single((Class<?>) type, setting);
    }

    private static Form<?> generic(ParameterizedType type, Setting setting) {
        Type[] arguments = type.getActualTypeArguments();
        Type element = arguments[arguments.length - 1];
        if (type.getRawType() == Map.class) {
            return new MapForm<>(form(element, setting), setting.mapKey());
        }
        if (type.getRawType() == Optional.class) {
            return ParsedForms.CHARACTER_OR_NONE;
        }
        return element == Index.Key.class ? new IndexKeysForm() : new ListForm<>(form(element, setting));
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // an enum's or a record's class, as the test before each cast says
    private static Form<?> single(Class<?> type, Setting setting) {
        Form<?> value = VALUES.get(type);
        if (value != null) {
            return value;
        }
        if (type == String.class) {
            return setting.path() ? new PathForm() : new TextForm(setting.pattern());
        }
        if (type == Integer.class) {
            return new CountForm(setting.min(), setting.max());
        }
        if (type == Field.class) {
            return fieldForm();
        }
        if (type == Operation.class) {
            return operationForm();
        }
        if (type.isEnum()) {
            return WordForm.of((Class) type);
        }
        return new RecordForm(type.asSubclass(Record.class), JobFileTable::form);
    }

    private static Form<Field> fieldForm() {
        return new ShorthandForm<>(
                WordForm.of(FieldType.class),
                Field::of,
                field -> field.isOfTypeAlone() ? field.type() : null,
                new RecordForm<>(Field.class, JobFileTable::form));
    }

    private static Form<Operation> operationForm() {
        return new ShorthandForm<>(
                WordForm.of(Operation.Type.class),
                Operation.Fixed::new,
                operation -> operation instanceof Operation.Fixed fixed ? fixed.type() : null,
                new RecordForm<>(Operation.ByColumn.class, JobFileTable::form));
    }
}
