/** For statements of many rows: as a default, the clock would be asked for each of them, which costs more than the row. */
export const ONE_MOMENT = '(SELECT firebreak_now() AS now OFFSET 0) AS moment'

/** The same for a statement of several parts, which all name it. */
export const MOMENT = 'moment AS MATERIALIZED (SELECT firebreak_now() AS now)'

/** In a condition on many rows: by itself the clock would be asked for each of them. */
export const ASKED_ONCE = '(SELECT firebreak_now())'
