import type { ReactNode } from 'react'

const looks = {
  /** REAL beside a dialog's title. */
  live: 'border-line-strong px-1.5 py-1 text-xs font-title tracking-[0.06em] text-ink-2',
  /** PRUEBAS in the strip and beside a dialog's title. */
  sandbox: 'border-[1.5px] border-dashed border-sandbox-line px-2 py-1 text-md font-display font-title tracking-[0.08em] text-sandbox-ink',
  /** "Prueba" on each object of the sandbox. */
  test: 'border-dashed border-sandbox-line px-1.25 py-0.75 text-xs font-strong text-sandbox-ink',
}

/** The mode in a small frame: dashed means sandbox, so it is readable without colour. */
export function Tag({ kind, children }: { kind: keyof typeof looks; children: ReactNode }) {
  return (
    <span className={`inline-block rounded-1 border align-[1px] font-text leading-none whitespace-nowrap ${looks[kind]}`}>{children}</span>
  )
}
