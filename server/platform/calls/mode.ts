import type { Mode } from '../database/scope.ts'

/** Sandbox when the Accept header asks for any vendor's sandbox media type; everything else is live. */
export function modeOf(accept: string | undefined): Mode {
  return /(?:^|[\s,])application\/vnd\.[a-z0-9-]+\.sandbox\.v\d+\+json\b/i.test(accept ?? '') ? 'sandbox' : 'live'
}

/** Names version and mode, so that the client can refuse an answer of the other mode. */
export function mediaTypeOf(vendor: string, mode: Mode, path: string): string {
  const version = path.startsWith('/v2/') ? 'v2' : 'v1'
  return `application/vnd.${vendor}${mode === 'sandbox' ? '.sandbox' : ''}.${version}+json; charset=utf-8`
}
