package tablic;

/** The referee cannot be reached, or the stream broke off. */
public final class ConnectionLostException extends Exception {
  ConnectionLostException(String message) {
    super(message);
  }
}
