import type { ReactNode } from 'react'

export type StatusKind =
  | 'accepted-filled'
  | 'accepted-outlined'
  | 'accepted-paused'
  | 'merchant'
  | 'customer'
  | 'stopped'
  | 'rejected'
  | 'upcoming'

const disc = (colour: string) => <circle cx="8.5" cy="8.5" r="8" className={colour} stroke="none" />
const ring = <circle cx="8.5" cy="8.5" r="7.2" />

/** Category is shape and colour, sub-status is the inner mark: readable without colour. */
const drawings: Record<StatusKind, { colour: string; body: ReactNode }> = {
  'accepted-filled': {
    colour: 'stroke-accepted-solid',
    body: (
      <>
        {disc('fill-accepted-solid')}
        <path className="stroke-sheet" strokeWidth="1.9" d="m5 8.8 2.4 2.4 4.7-5" />
      </>
    ),
  },
  'accepted-outlined': {
    colour: 'stroke-accepted-solid',
    body: (
      <>
        {ring}
        <path strokeWidth="1.8" d="m5.2 8.8 2.3 2.3 4.3-4.7" />
      </>
    ),
  },
  'accepted-paused': {
    colour: 'stroke-accepted-solid',
    body: (
      <>
        {ring}
        <path strokeWidth="1.8" d="M6.7 5.9v5.2M10.3 5.9v5.2" />
      </>
    ),
  },
  merchant: {
    colour: 'stroke-in-process-solid',
    body: (
      <>
        {disc('fill-in-process-solid')}
        <path className="stroke-sheet" strokeWidth="2.1" d="M8.5 4.4v4.9M8.5 12.3v.01" />
      </>
    ),
  },
  customer: {
    colour: 'stroke-in-process-solid',
    body: (
      <>
        {ring}
        <path className="fill-in-process-solid" stroke="none" d="M8.5 3.6a4.9 4.9 0 0 1 0 9.8z" />
      </>
    ),
  },
  stopped: {
    colour: 'stroke-stopped-solid',
    body: (
      <>
        <rect x="1.2" y="1.2" width="14.6" height="14.6" rx="3.6" />
        <path strokeWidth="1.8" d="M5.4 8.5h6.2" />
      </>
    ),
  },
  rejected: { colour: 'stroke-rejected-solid', body: <path d="M8.5.9l7.6 7.6-7.6 7.6L.9 8.5zM6.7 6.7l3.6 3.6m0-3.6-3.6 3.6" /> },
  upcoming: { colour: 'stroke-line-input', body: <circle cx="8.5" cy="8.5" r="7.2" strokeDasharray="2.2 2.3" /> },
}

/** The glyph of a status; its label is always beside it. */
export function StatusGlyph({ kind, size = 17 }: { kind: StatusKind; size?: number }) {
  const { colour, body } = drawings[kind] ?? drawings.stopped
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 17 17"
      aria-hidden
      className={`flex-none fill-none ${colour}`}
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {body}
    </svg>
  )
}
