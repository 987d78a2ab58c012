type SceneImageProps = {
  /** Name of a scene, a file of public/art. */
  name: string;
  className: string;
  /** On the first screen: loaded with the page. */
  isFirst?: boolean;
};

/**
 * A scene as decoration beside words; below the first screen it loads when it is near. A scene
 * crops itself to any box, around its focus (mascot/scenes/focus.ts): it needs no `object-cover`.
 */
export const SceneImage = ({ name, className, isFirst = false }: SceneImageProps) => (
  <img
    src={`/art/${name}.svg`}
    width="480"
    height="320"
    alt=""
    loading={isFirst ? undefined : "lazy"}
    className={className}
  />
);
