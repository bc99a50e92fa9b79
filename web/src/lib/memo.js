import { Component, h } from "preact";

/**
 * A component that is drawn again only when `same` denies it (signals that it reads still redraw it).
 * @param {(props: any) => any} render @param {(a: any, b: any) => boolean} same
 */
export function memo(render, same) {
  return class Memo extends Component {
    shouldComponentUpdate(/** @type {any} */ next) {
      return !same(this.props, next);
    }
    render() {
      return h(render, this.props);
    }
  };
}
