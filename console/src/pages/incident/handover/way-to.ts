/** How a name that people gave for whoever is on call can be followed, where it can. */
export function wayTo(name: string): string | undefined {
  if (/^https?:\/\/\S+$/.test(name)) return name
  if (/^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(name)) return `mailto:${name}`
  const digits = name.replace(/[\s()/.-]/g, '')
  return /^\+?\d{6,15}$/.test(digits) ? `tel:${digits}` : undefined
}
