/**
 * A list of texts whose length the planner does not see. Where it does, it makes a plan for one alert each time anew, because
 * that is a little cheaper than the one it could keep for any number, and to make it takes longer than to carry it out. In an
 * `unnest` of several lists one is enough: the longest that is seen or supposed counts.
 */
export function anyLength(parameter: string): string {
  return `(SELECT ${parameter}::text[])::text[]`
}
