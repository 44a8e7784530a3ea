/** How callers say that somebody answered, but not what they understand. */
const WORDS = [
  'unmarshal',
  'deseriali[sz]',
  '\\bdecod(?:e|ing|er)',
  '\\bpars(?:e|ing|er)\\b',
  'unexpected (?:token|field|type|end|character|value|response|content|key|property|eof)',
  'JSON(?:Decode|Parse|Syntax|Mapping)',
  'MismatchedInput|UnrecognizedPropert|InvalidFormatException|HttpMessageNotReadable',
  '(?:missing|unknown|required|invalid|no such|unrecogni[sz]ed|undefined) (?:property|field|key|attribute|argument|parameter|method|enum|variant|type)',
  'KeyError|TypeError|AttributeError|NoMethodError|ClassCastException|NumberFormatException|NoSuchElement|ValidationError|ZodError',
  'cannot read propert|is not a function|undefined method',
  'schema|validation (?:failed|error)|version mismatch|unsupported (?:media|version|content)',
  'UNIMPLEMENTED|unknown (?:service|method|field)|cannot query field',
  'wire ?type|protobuf|proto: |avro',
]
/** Whoever asks for what never was there gets these as well. */
const REFUSALS = [
  '(?:status(?: code)?|HTTP(?:/\\d(?:\\.\\d)?)?|code|returned|answered|responded(?: with)?)[\\s=:"]*(?:400|404|405|406|409|410|415|422)\\b',
  '\\b(?:400 Bad Request|404 Not Found|405 Method Not Allowed|415 Unsupported|422 Unprocessable)',
]
const CONTRACT = new RegExp(WORDS.join('|'), 'i')
const REFUSED = new RegExp(REFUSALS.join('|'), 'i')

export function isOfContract(said: string): boolean {
  return CONTRACT.test(said)
}

/** A status that lays it to the question, without a word on what is wrong with it. */
export function isBareRefusal(said: string): boolean {
  return REFUSED.test(said) && !isOfContract(said)
}
