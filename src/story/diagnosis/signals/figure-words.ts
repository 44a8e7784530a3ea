/** Amounts as a person reads them. */
export function clockTime(date: Date): string {
  return `${date.toISOString().slice(11, 16)} UTC`
}

export function perSecond(value: number): string {
  return `${amount(value)}/s`
}

export function amount(value: number): string {
  if (Math.abs(value) >= 100) return String(Math.round(value))
  return String(Number(value.toPrecision(2)))
}

export function percent(share: number): string {
  const value = share * 100
  return `${value > 0 && value < 1 ? value.toFixed(1) : Math.round(value)} %`
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB']

export function bytes(value: number): string {
  const power = value < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(value) / Math.log(1024)))
  return `${Number((value / 1024 ** power).toPrecision(3))} ${UNITS[power]}`
}
