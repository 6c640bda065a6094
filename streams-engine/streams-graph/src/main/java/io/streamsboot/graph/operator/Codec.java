package io.streamsboot.graph.operator;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * How a value of a state becomes bytes and a value again. Reads exactly what it wrote. Implementations are thread-safe.
 */
public interface Codec<T> {

    /** Writes a value. */
    void write(T value, StateOutput out);

    /** Reads what {@link #write} wrote. */
    T read(StateInput in);

    /** A codec of two functions. */
    static <T> Codec<T> of(BiConsumer<? super T, StateOutput> write, Function<StateInput, ? extends T> read) {
        return new Codec<>() {
            @Override
            public void write(T value, StateOutput out) {
                write.accept(value, out);
            }

            @Override
            public T read(StateInput in) {
                return read.apply(in);
            }
        };
    }

    /** Strings, as UTF-8. */
    static Codec<String> string() {
        return of((value, out) -> out.writeString(value), StateInput::readString);
    }

    /** Floating-point numbers. */
    static Codec<Double> float64() {
        return of((value, out) -> out.writeDouble(value), StateInput::readDouble);
    }

    /** Whole numbers of 64 bits. */
    static Codec<Long> int64() {
        return of((value, out) -> out.writeLong(value), StateInput::readLong);
    }

    /** Whole numbers of 32 bits. */
    static Codec<Integer> int32() {
        return of((value, out) -> out.writeInt(value), StateInput::readInt);
    }

    /** Constants of an enum, by name. */
    static <E extends Enum<E>> Codec<E> enumeration(Class<E> type) {
        return of((value, out) -> out.writeString(value.name()), in -> Enum.valueOf(type, in.readString()));
    }

    /** Lists, element by element; what is read is unmodifiable. */
    static <T> Codec<List<T>> list(Codec<T> element) {
        return of(
                (values, out) -> {
                    out.writeInt(values.size());
                    values.forEach(value -> element.write(value, out));
                },
                in -> {
                    int size = in.readLength(0);
                    var values = new ArrayList<T>();
                    for (int i = 0; i < size; i++) {
                        values.add(element.read(in));
                    }
                    return List.copyOf(values);
                });
    }
}
