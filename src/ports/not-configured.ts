/** A system nobody told us how to reach. The sentence says which setting to give. */
export class NotConfigured extends Error {}
