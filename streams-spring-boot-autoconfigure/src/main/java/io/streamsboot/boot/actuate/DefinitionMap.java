package io.streamsboot.boot.actuate;

import io.streamsboot.pipeline.definition.BadData;
import io.streamsboot.pipeline.definition.Dataset;
import io.streamsboot.pipeline.definition.PipelineDefinition;
import io.streamsboot.pipeline.definition.Step;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A definition with the fields that it has in a file. Records of the engine are taken as they are, whatever steps there are. */
final class DefinitionMap {

    private DefinitionMap() {}

    static Map<String, @Nullable Object> of(PipelineDefinition definition) {
        Map<String, @Nullable Object> fields = fields(definition);
        Map<String, @Nullable Object> datasets = new LinkedHashMap<>();
        for (Dataset dataset : definition.datasets()) {
            Map<String, @Nullable Object> dataSet = fields(dataset);
            dataSet.remove("name");
            datasets.put(dataset.name(), dataSet);
        }
        fields.put("datasets", datasets);
        return fields;
    }

    private static Map<String, @Nullable Object> fields(Record record) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        if (record instanceof Step step) {
            fields.put("op", step.op());
        }
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            Object value = value(read(record, component));
            if (value != null) {
                fields.put(component.getName(), value);
            }
        }
        return fields;
    }

    private static @Nullable Object read(Record record, RecordComponent component) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a part of a definition cannot be read: " + component, e);
        }
    }

    private static @Nullable Object value(@Nullable Object value) {
        if (value instanceof Record record) {
            return fields(record);
        } else if (value instanceof BadData policy) {
            return policy.label();
        } else if (value instanceof Enum<?> constant) {
            return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
        } else if (value instanceof List<?> items) {
            List<@Nullable Object> values = new ArrayList<>();
            items.forEach(item -> values.add(value(item)));
            return values;
        } else if (value instanceof Map<?, ?> map) {
            Map<String, @Nullable Object> values = new LinkedHashMap<>();
            map.forEach((key, item) -> values.put(String.valueOf(key), value(item)));
            return values;
        } else if (value == null || value instanceof Number || value instanceof Boolean) {
            return value;
        }
        return value.toString();
    }
}
