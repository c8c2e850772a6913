import { Suspense, useEffect, useState } from 'react'
import { afterPaint } from '../routes/afterPaint.ts'
import type { Top } from '../routes/screen.ts'
import { useSession } from '../session/session.ts'
import { isTopFull } from './topPlace.ts'

/**
 * The place above a page’s sheet, of one shop and mode. Its height is reserved unless it was empty the last time; its content is rendered after the page
 * has been painted.
 */
export function TopPlace({ top: Strip }: { top: Top }) {
  const [painted, setPainted] = useState(false)
  const { merchant, mode } = useSession()
  // Decided once, so that the page below never moves up.
  const [full] = useState(() => isTopFull(merchant?.id ?? '', mode))
  useEffect(() => afterPaint(() => setPainted(true)), [])
  return (
    <div
      className={`top-place [--gutter:36px] max-lg:[--gutter:24px] max-md:[--gutter:16px] px-(--gutter) pb-3.5 print:hidden ${full ? 'min-h-[114px] max-lg:min-h-[118px] max-md:min-h-[130px]' : 'min-h-11.5 max-md:min-h-14.5'}`}
    >
      {painted && (
        <Suspense fallback={null}>
          <Strip />
        </Suspense>
      )}
    </div>
  )
}
