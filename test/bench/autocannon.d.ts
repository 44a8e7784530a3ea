/** The part of autocannon we use; the package brings no types. */
declare module 'autocannon' {
  type Options = { url: string; headers: Record<string, string>; connections: number; duration: number }
  type Result = {
    /** Seconds. */
    duration: number
    requests: { total: number }
    errors: number
    timeouts: number
    non2xx: number
  }
  export default function autocannon(options: Options): Promise<Result>
}
