import type { ReactNode } from 'react'
import { paths } from '../../platform/routes/paths.ts'
import { useSession } from '../../platform/session/session.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'

/** Link to the activity log of an object, for members who may see it. */
export function ActivityLink({ object, children }: { object: string; children: ReactNode }) {
  const { may } = useSession()
  if (!may('activityList')) return null
  return (
    <p className="mt-3 text-md print:hidden">
      <Anchor href={paths.activity({ object })} className={`${linkClass} inline-flex min-h-6 items-center max-md:min-h-11`}>
        {children}
      </Anchor>
    </p>
  )
}
