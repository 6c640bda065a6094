package io.streamsboot.samples.flightboard.flights;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/**
 * The data files of the sample, in memory. Immutable.
 *
 * @param flights flights in order of their departure
 * @param airports airports in order of their code
 */
public record FlightData(List<Flight> flights, List<Airport> airports) {

    public FlightData {
        flights = List.copyOf(flights);
        airports = List.copyOf(airports);
    }

    /**
     * Reads the files from the class path.
     *
     * @return all of the data
     * @throws IllegalArgumentException if a line cannot be read; the message names file and line
     */
    public static FlightData load() {
        return new FlightData(
                read("data/flights.csv", FlightData::flight), read("data/airports.csv", FlightData::airport));
    }

    /**
     * How many flights are late.
     *
     * @return number of late flights
     */
    public long late() {
        return flights.stream().filter(Flight::late).count();
    }

    static Flight flight(int line, List<String> fields) {
        return new Flight(
                line,
                LocalDateTime.parse(fields.get(0)).toInstant(ZoneOffset.UTC),
                fields.get(1),
                fields.get(2),
                Integer.parseInt(fields.get(3)),
                Integer.parseInt(fields.get(4)));
    }

    static Airport airport(int line, List<String> fields) {
        return new Airport(fields.get(0), fields.get(1), fields.get(2), fields.get(3));
    }

    /** Splits a line of comma-separated values, in which a quoted field may hold commas and doubled quotes. */
    static List<String> split(String line) {
        List<String> fields = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"') {
                if (quoted && i + 1 < line.length() && line.charAt(i + 1) == '"') {
                    field.append('"');
                    i++;
                } else {
                    quoted = !quoted;
                }
            } else if (c == ',' && !quoted) {
                fields.add(field.toString());
                field.setLength(0);
            } else {
                field.append(c);
            }
        }
        fields.add(field.toString());
        return fields;
    }

    private static <T> List<T> read(String file, RowReader<T> rows) {
        InputStream resource = FlightData.class.getClassLoader().getResourceAsStream(file);
        if (resource == null) {
            throw new IllegalArgumentException("There is no " + file + " on the class path.");
        }
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(resource, StandardCharsets.UTF_8))) {
            return read(file, reader, rows);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    static <T> List<T> read(String file, BufferedReader reader, RowReader<T> rows) throws IOException {
        List<T> read = new ArrayList<>();
        reader.readLine();
        String text;
        for (int line = 2; (text = reader.readLine()) != null; line++) {
            try {
                read.add(rows.read(line, split(text)));
            } catch (DateTimeException | NumberFormatException | IndexOutOfBoundsException e) {
                throw new IllegalArgumentException("Line " + line + " of " + file + " cannot be read: " + text, e);
            }
        }
        return read;
    }

    /** Makes a value of one line. */
    @FunctionalInterface
    interface RowReader<T> {

        T read(int line, List<String> fields);
    }
}
