import { Skeleton } from '../../platform/ui/tables/Skeleton.tsx'
import { useDelayed } from '../../platform/ui/feedback/useDelayed.ts'

/** Skeleton of a screen, shown after a delay. */
export function LoadingBars() {
  const late = useDelayed(true)
  return late && [140, 220, 300, 300, 260].map((width, nth) => <Skeleton key={nth} width={width} />)
}
