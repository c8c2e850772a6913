import { Skeleton } from '../../platform/ui/tables/Skeleton.tsx'
import { useDelayed } from '../../platform/ui/feedback/useDelayed.ts'

/** Bars in the place of a screen; only when it takes a while. */
export function LoadingBars() {
  const late = useDelayed(true)
  return late && [140, 220, 300, 300, 260].map((width, nth) => <Skeleton key={nth} width={width} />)
}
