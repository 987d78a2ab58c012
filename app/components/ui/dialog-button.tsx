/** Opens a dialog as a modal with the islands script, and as a popover without it. */
export const DialogButton = ({
  dialog,
  children,
}: {
  /** ID of the dialog, which is a popover too. */
  dialog: string;
  children: React.ReactNode;
}) => (
  <button
    type="button"
    popoverTarget={dialog}
    data-dialog={dialog}
    aria-haspopup="dialog"
    className="btn btn-action"
  >
    {children}
  </button>
);
