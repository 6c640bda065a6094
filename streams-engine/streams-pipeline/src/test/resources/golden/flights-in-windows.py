#!/usr/bin/env python3
"""An independent reference for the pipeline flights-in-windows.yaml: run it over flights.csv, and compare with the .jsonl."""
import csv
import json
import sys
from collections import defaultdict
from datetime import datetime, timedelta, timezone
from decimal import Decimal, getcontext
from fractions import Fraction
from zoneinfo import ZoneInfo

getcontext().prec = 60
NEW_YORK = ZoneInfo("America/New_York")
HOUR = 3_600_000


def millis(moment):
    return (moment - datetime(1970, 1, 1, tzinfo=timezone.utc)) // timedelta(milliseconds=1)


def write(dataset, row):
    print(json.dumps({"dataset": dataset, **row}))


flights = []
for row in csv.DictReader(sys.stdin):
    row["time"] = millis(datetime.fromisoformat(row["departure"]).replace(tzinfo=timezone.utc))
    row["delay"] = int(row["delay_minutes"]) if row["delay_minutes"] else None
    row["score"] = None if row["delay"] is None else row["delay"] * 0.1
    flights.append(row)

months = defaultdict(list)
for row in flights:
    if row["delay"] is not None and row["delay"] > 0:
        local = datetime.fromtimestamp(row["time"] / 1000, NEW_YORK)
        months[(row["origin"], local.year, local.month)].append(row)
for (origin, year, month), rows in months.items():
    if len(rows) < 3:
        continue
    exact = [Fraction(row["score"]) for row in rows]
    mean = sum(exact) / len(rows)
    variance = sum((x - mean) ** 2 for x in exact) / (len(rows) - 1)
    root = (Decimal(variance.numerator) / Decimal(variance.denominator)).sqrt()
    delays = sorted(row["delay"] for row in rows)
    times = [row["time"] for row in rows]
    write("months", {
        "origin": origin,
        "windowStart": millis(datetime(year, month, 1, tzinfo=NEW_YORK)),
        "windowEnd": millis(datetime(year + month // 12, month % 12 + 1, 1, tzinfo=NEW_YORK)),
        "flights": len(rows),
        "delay": sum(delays),
        "score": float(sum(exact)),
        "average": float(mean),
        "least": min(row["destination"] for row in rows),
        "worst": max(delays),
        "first": next(row["departure"] for row in rows if row["time"] == min(times)),
        "last": next(row["departure"] for row in rows if row["time"] == max(times)),
        "destinations": len({row["destination"] for row in rows}),
        "deviation": float(root),
        "ninetieth": delays[int(0.9 * (len(rows) - 1))],
        "hours": sum(delays) / 60,
    })

hops = defaultdict(list)
for row in flights:
    start = row["time"] // (12 * HOUR) * 12 * HOUR
    hops[start].append(row)
    hops[start - 12 * HOUR].append(row)
for start, rows in hops.items():
    delays = [row["delay"] for row in rows if row["delay"] is not None]
    write("hops", {"windowStart": start, "windowEnd": start + 24 * HOUR, "flights": len(rows),
                   "average": float(Fraction(sum(delays), len(delays))) if delays else None})

sessions = defaultdict(list)
for row in flights:
    if row["origin"] == "PHX" and row["delay"] is not None and row["delay"] >= 30:
        open_sessions = sessions[row["destination"]]
        if open_sessions and row["time"] - open_sessions[-1][-1]["time"] < 48 * HOUR:
            open_sessions[-1].append(row)
        else:
            open_sessions.append([row])
for destination, all_sessions in sessions.items():
    for rows in all_sessions:
        write("sessions", {"destination": destination, "windowStart": rows[0]["time"],
                           "windowEnd": rows[-1]["time"] + 48 * HOUR, "flights": len(rows),
                           "score": float(sum(Fraction(row["score"]) for row in rows))})

delayed = [row for row in flights if row["delay"] is not None and row["delay"] >= 120]
taken = set()
for left in delayed:
    row = {name: left[name] for name in ("departure", "origin", "destination")}
    partners = [right for right in delayed
                if right["origin"] == left["destination"] and abs(right["time"] - left["time"]) <= 3 * HOUR]
    for right in partners:
        taken.add(id(right))
        write("connections", {**row, "next": right["departure"], "from": right["origin"], "to": right["destination"],
                              "delay": right["delay"]})
    if not partners:
        write("connections", {**row, "next": None, "from": None, "to": None, "delay": None})
for right in delayed:
    if id(right) not in taken:
        write("connections", {"next": right["departure"], "from": right["origin"], "to": right["destination"],
                              "delay": right["delay"]})
