/** The names in braces of a phrase. */
export type Values<Key extends string> = Key extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${string} ${string}` ? never : Name) | Values<Rest>
  : never

/** Who says a phrase in Chinese names the very values that the English names; their order is free. */
type SameValues<Key extends string, Said extends string> = [Values<Key>, Values<Said>] extends [
  Values<Said>,
  Values<Key>,
]
  ? unknown
  : { 'the values in braces differ': Values<Key> }

export function said<const Catalogue extends Record<string, string>>(
  catalogue: Catalogue & { [Key in keyof Catalogue & string]: SameValues<Key, Catalogue[Key]> },
): Catalogue {
  return catalogue
}
