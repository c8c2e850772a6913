import type { ReactNode } from 'react'
import { settings } from '../../platform/api/settings.ts'
import { Awning } from '../../platform/ui/feedback/Awning.tsx'
import { BrandMark } from '../../platform/ui/feedback/BrandMark.tsx'

/** Layout of a page outside the shell: awning, brand, title, one column. */
export function SignInFrame({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <>
      <Awning plain={settings().brand.look.mark === null} />
      <main id="contenido" className="mx-auto w-full max-w-[24.5rem] px-4 pt-12 pb-16 md:pt-14">
        <p className="mb-6 max-md:text-center">
          <BrandMark brand={settings().brand} />
        </p>
        <h1 className="font-display text-[2rem] leading-tight font-title tracking-tight">{title}</h1>
        {lead && <p className="mt-2 text-ink-3">{lead}</p>}
        <div className="mt-6">{children}</div>
      </main>
    </>
  )
}
