package io.streamsboot.boot.autoconfigure.openapi;

import io.streamsboot.topology.query.StoreDescription.DataType;
import io.swagger.v3.core.converter.AnnotatedType;
import io.swagger.v3.core.converter.ModelConverters;
import io.swagger.v3.core.converter.ResolvedSchema;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import java.nio.ByteBuffer;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Schemas of the types of keys and values.
 *
 * @param components takes the schemas of classes
 */
record TypeSchemas(Components components) {

    /** The schema of a type; one that allows anything if the type is not known. */
    Schema<?> of(@Nullable DataType type) {
        Class<?> known = type == null ? null : type.javaType();
        if (known == null) {
            return new Schema<>().description(type == null ? "any" : type.name());
        }
        if (known == byte[].class || known == Bytes.class || known == ByteBuffer.class) {
            return new StringSchema().format("byte");
        }
        ResolvedSchema resolved =
                ModelConverters.getInstance(true).resolveAsResolvedSchema(new AnnotatedType(known).resolveAsRef(true));
        if (resolved == null || resolved.schema == null) {
            return new Schema<>().description(known.getSimpleName());
        }
        resolved.referencedSchemas.forEach(components::addSchemas);
        return resolved.schema;
    }
}
