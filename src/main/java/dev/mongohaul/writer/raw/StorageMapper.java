package dev.mongohaul.writer.raw;

import static com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility.ANY;
import static com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility.NONE;
import static com.fasterxml.jackson.annotation.JsonInclude.Include.NON_NULL;

import com.fasterxml.jackson.annotation.PropertyAccessor;
import org.springframework.data.mongodb.core.convert.MongoCustomConversions;
import org.springframework.data.mongodb.core.convert.MongoCustomConversions.MongoConverterConfigurationAdapter;
import org.springframework.data.mongodb.core.mapping.MongoMappingContext;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.module.SimpleSerializers;

/** Sets Jackson up to see objects as Spring Data does. */
final class StorageMapper {

    private StorageMapper() {}

    static MongoMappingContext springDataMapping() {
        MongoMappingContext mapping = new MongoMappingContext();
        mapping.setSimpleTypeHolder(
                MongoCustomConversions.create(MongoConverterConfigurationAdapter::useNativeDriverJavaTimeCodecs)
                        .getSimpleTypeHolder());
        return mapping;
    }

    static JsonMapper of(MongoMappingContext mapping) {
        return JsonMapper.builder(new ChunkFactory())
                .addModule(new SimpleModule()
                        .setSerializers(new BsonTypes())
                        .setKeySerializers(new SimpleSerializers().addSerializer(Object.class, new KeySerializer())))
                .annotationIntrospector(new SpringDataIntrospector(mapping))
                .changeDefaultVisibility(visible ->
                        visible.withVisibility(PropertyAccessor.ALL, NONE).withVisibility(PropertyAccessor.FIELD, ANY))
                .changeDefaultPropertyInclusion(included -> included.withValueInclusion(NON_NULL))
                .disable(
                        MapperFeature.SORT_PROPERTIES_ALPHABETICALLY,
                        MapperFeature.SORT_CREATOR_PROPERTIES_FIRST,
                        MapperFeature.FIX_FIELD_NAME_UPPER_CASE_PREFIX)
                .disable(EnumFeature.WRITE_ENUMS_USING_TO_STRING)
                .enable(SerializationFeature.WRITE_CHAR_ARRAYS_AS_JSON_ARRAYS)
                .build();
    }
}
