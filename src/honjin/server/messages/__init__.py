"""The server's messages: requests, answers, and the reasons for refusing a request."""
