import { Skeleton } from './Skeleton.tsx'

/** A bar in the room of a line of text. */
export const SkeletonLine = ({ width }: { width: number }) => (
  <span className="flex h-[1lh] items-center">
    <Skeleton width={width} />
  </span>
)
